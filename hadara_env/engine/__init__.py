"""The rules of Hadara as small compiled functions over one record (`layout.GAME`)."""
