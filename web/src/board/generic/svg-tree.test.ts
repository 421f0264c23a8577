import assert from "node:assert/strict";
import { test } from "node:test";
import { childText, elementsOf, readSvg, writeSvg } from "./svg-tree.ts";

const svg = (inside: string, more = "") => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"${more}>${inside}</svg>`;
const clean = (inside: string) => writeSvg(readSvg(svg(inside)));
const names = (inside: string) => [...elementsOf(readSvg(svg(inside)))].map(({ name }) => name);

test("readSvg keeps drawings, texts and entities", () => {
  const text = `<?xml version="1.0"?><!-- by hand -->${svg(`<g fill='none'><path d="M0 0L9 9"/><text x="1">a &lt; b &#169; &#x2660;</text></g>`)}`;
  assert.equal(writeSvg(readSvg(text)),
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><g fill="none"><path d="M0 0L9 9"></path><text x="1">a &#60; b © ♠</text></g></svg>`);
  assert.equal(childText(readSvg(svg("<title> A board </title>")), "title"), "A board");
});

test("readSvg leaves out scripts, style sheets, foreign objects and links with all that is in them", () => {
  for (const bad of [
    "<script>alert(1)</script>", "<style>*{display:none}</style>", "<foreignObject><g><body/></g></foreignObject>",
    `<a href="https://example.org"><rect/></a>`, `<image href="https://example.org/x.png"/>`, "<iframe/>",
    `<set attributeName="href" to="x"/>`, `<animate attributeName="fill"/>`, "<SCRIPT>alert(1)</SCRIPT>", "<svg:script/>",
    "<![CDATA[<script>]]>",
  ]) assert.deepEqual(names(`${bad}<rect/>`), ["svg", "rect"], bad);
});

test("readSvg leaves out event handlers and references to other documents", () => {
  for (const bad of [
    `onclick="alert(1)"`, `onload='x'`, `href="https://example.org/a.svg#b"`, `xlink:href="data:image/svg+xml,x"`,
    `href="javascript:alert(1)"`, `fill="url(https://example.org/a#b)"`, `style="fill:url(//example.org)"`,
    `style="background:url(x)"`, `style="position:fixed"`, `fill="\\75rl(x)"`, `class="primary"`, `xml:base="https://example.org"`,
    `filter="URL('https://example.org/#a')"`, `tabindex="0"`, `role="button"`,
  ]) assert.equal(clean(`<use ${bad}/>`), svg("<use></use>"), bad);
});

test("readSvg renames IDs and the references to them", () => {
  const text = svg(`<defs><linearGradient id="g"/></defs><rect fill="url(#g)" style="stroke: url('#g'); top: 0"/><use href="#g"/>`);
  assert.equal(writeSvg(readSvg(text, "p-")),
    svg(`<defs><linearGradient id="p-g"></linearGradient></defs><rect fill="url(#p-g)" style="stroke:url(#p-g)"></rect><use href="#p-g"></use>`));
});

test("readSvg refuses what is no well-formed SVG", () => {
  for (const bad of ["", "text", "<p>text</p>", "<svg>", "<svg><g></svg>", "<svg><rect x=1/></svg", svg("<g a='<'/>"), "</svg>"]) {
    assert.throws(() => readSvg(bad), bad);
  }
});

test("readSvg reads a large document at once", () => {
  const many = "<rect x=\"1\" y=\"2\"/>".repeat(20_000);
  const begun = performance.now();
  assert.equal(readSvg(svg(many)).children.length, 20_000);
  assert.ok(performance.now() - begun < 2000);
});

test("writeSvg escapes what would end a text or an attribute", () => {
  const picture = readSvg(svg(`<text data-say='a "b" &lt;c&gt; &amp;'>"1 &lt; 2" &amp; 3</text>`));
  assert.deepEqual(readSvg(writeSvg(picture)), picture);
  assert.equal(writeSvg(picture), svg(
    `<text data-say="a &#34;b&#34; &#60;c&#62; &#38;">&#34;1 &#60; 2&#34; &#38; 3</text>`));
});
