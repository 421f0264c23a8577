"""How a page loads: what moves, what is transferred, and which tasks block it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page

OBSERVE = """
(() => {
  const found = { shift: 0, moved: [], tasks: [] };
  window.loadFigures = found;
  const watch = (type, seen) =>
    new PerformanceObserver((list) => list.getEntries().forEach(seen)).observe({ type, buffered: true });
  const name = (node) => node?.nodeType === 1 ? `${node.localName}.${node.className}` : "text";
  watch("layout-shift", (entry) => {
    if (entry.hadRecentInput) return;
    found.shift += entry.value;
    found.moved.push(`${entry.value.toFixed(3)}: ${entry.sources.map(({ node }) => name(node)).join(", ")}`);
  });
  watch("longtask", ({ startTime, duration }) => found.tasks.push([startTime, duration]));
})();
"""
"""Script for ``Page.add_init_script``."""

_FIGURES = """() => {
  const requests = performance.getEntriesByType("resource")
    .filter(({ name }) => !new URL(name).pathname.match(/^\\/(assets\\/)?packages/));
  const bytes = requests.reduce((sum, { transferSize }) => sum + transferSize, 0);
  return { ...window.loadFigures, requests: requests.length + 1, bytes };
}"""
"""Without what the page loads of packages: people have none, tests have Cairn."""


@dataclass(frozen=True)
class LoadFigures:
    """Figures of a page since it was opened."""

    shift: float
    """Sum of all layout shifts that no input caused."""
    moved: list[str]
    """What moved in each of them."""
    tasks: list[tuple[float, float]]
    """Start and duration of tasks over 50 ms, in milliseconds."""
    requests: int
    bytes: int
    """Transferred, with headers, without the document."""

    @property
    def longest_task(self) -> float:
        """Milliseconds; 0 without tasks over 50 ms."""
        return max((duration for _, duration in self.tasks), default=0.0)


def load_figures(page: Page) -> LoadFigures:
    """Return the figures of a page that was opened with ``OBSERVE``."""
    found: dict[str, Any] = page.evaluate(_FIGURES)
    return LoadFigures(**found)
