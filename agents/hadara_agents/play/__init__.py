"""The table for people: a server for the browser, a terminal, and the sessions that both play.

`app.create_app` makes the server that `hadara play` runs; `session.Session` is one game of people and agents.
"""
