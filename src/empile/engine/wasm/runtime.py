"""What compiled functions of Numba need at run time, as LLVM code: memory of scratch arrays.

Scratch arrays of a call come from one piece of memory, whose bounds the page sets, and are dropped when
the call returns. References are not counted: arguments are borrowed.
"""

from __future__ import annotations

from typing import Final

from empile.engine.wasm.target import LAYOUT, TRIPLE

NAMES: Final = ("set_scratch", "scratch_used", "last_status")
"""The exports of the runtime."""
START_CALL: Final = """\
  %scratch.start = load i32, ptr @scratch
  store i32 %scratch.start, ptr @top"""
"""At the beginning of a call: drops the scratch arrays of the last one."""

_MOST_BYTES: Final = 1 << 28
_DATA_FIELD: Final = 3
"""The pointer to the data in Numba's block of an array, whose load Numba has inlined."""
_BLOCK_BYTES: Final = 64
"""Of a block, so that the data after it are aligned."""

RUNTIME: Final = f"""\
target datalayout = "{LAYOUT}"
target triple = "{TRIPLE}"

%block = type {{ i64, ptr, ptr, ptr, i64 }}

@scratch = internal global i32 0
@scratch_end = internal global i32 0
@top = internal global i32 0
@peak = internal global i32 0
@status = internal global i32 0

declare void @llvm.trap()

define void @set_scratch(i32 %start, i32 %end) "wasm-export-name"="set_scratch" {{
  store i32 %start, ptr @scratch
  store i32 %start, ptr @peak
  store i32 %end, ptr @scratch_end
  ret void
}}

; The most bytes that a call has used.
define i32 @scratch_used() "wasm-export-name"="scratch_used" {{
  %start = load i32, ptr @scratch
  %peak = load i32, ptr @peak
  %used = sub i32 %peak, %start
  ret i32 %used
}}

; Numba's status of the last call that trapped: 0 means that scratch was full.
define i32 @last_status() "wasm-export-name"="last_status" {{
  %status = load i32, ptr @status
  ret i32 %status
}}

define void @NRT_incref(ptr %info) alwaysinline {{ ret void }}
define void @NRT_decref(ptr %info) alwaysinline {{ ret void }}

define ptr @NRT_MemInfo_data_fast(ptr %info) alwaysinline {{
  %field = getelementptr %block, ptr %info, i32 0, i32 {_DATA_FIELD}
  %data = load ptr, ptr %field
  ret ptr %data
}}

define noalias ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %align) {{
  %old = load i32, ptr @top
  %info = and i32 %old, -{_BLOCK_BYTES}
  %bytes = trunc i64 %size to i32
  %data = add i32 %info, {_BLOCK_BYTES}
  %end = add i32 %data, %bytes
  %up = add i32 %end, {_BLOCK_BYTES - 1}
  %limit = load i32, ptr @scratch_end
  %large = icmp ugt i64 %size, {_MOST_BYTES}
  %full = icmp ugt i32 %up, %limit
  %bad = or i1 %large, %full
  br i1 %bad, label %fail, label %fits
fail:
  store i32 0, ptr @status
  call void @llvm.trap()
  unreachable
fits:
  store i32 %up, ptr @top
  %peak = load i32, ptr @peak
  %more = icmp ugt i32 %up, %peak
  %most = select i1 %more, i32 %up, i32 %peak
  store i32 %most, ptr @peak
  %pointer = inttoptr i32 %info to ptr
  %field = getelementptr %block, ptr %pointer, i32 0, i32 {_DATA_FIELD}
  %place = inttoptr i32 %data to ptr
  store ptr %place, ptr %field
  ret ptr %pointer
}}
"""
