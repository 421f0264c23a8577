"""Tests of engine/wasm."""
