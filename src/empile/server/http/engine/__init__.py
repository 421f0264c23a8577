"""The rules of games for pages that play without asking the server."""
