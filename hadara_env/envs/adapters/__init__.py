"""Thin adapters to other libraries; each module needs its library and is imported only when asked for."""
