// Simulates a browser's translator like Google's in Chrome. Five times a second it replaces each text
// node that is not marked `translate="no"` by two nested elements with a changed text. Playwright reads
// the same text, because it ignores zero-width spaces. It also reports each text node that React owns:
// React would write to it after its removal (scripts/bare-texts.ts).
export const translator = `(() => {
  const skipped = 'font, script, style, noscript, textarea, option, title, [translate="no"]'
  const named = new Set()
  function swap(node) {
    const outer = document.createElement('font')
    const inner = outer.appendChild(document.createElement('font'))
    inner.textContent = node.textContent + '\\u200b'
    node.parentNode.replaceChild(outer, node)
  }
  function translate() {
    if (!document.body) return
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const nodes = []
    while (walker.nextNode()) nodes.push(walker.currentNode)
    for (const node of nodes) {
      const isReacts = Object.keys(node).some((key) => key.startsWith('__reactFiber$'))
      if (isReacts && !named.has(node.textContent)) {
        named.add(node.textContent)
        console.error('A text of React stands next to others: ' + node.parentNode.outerHTML)
      }
      const parent = node.parentElement
      if (parent === document.body) continue
      if (parent.namespaceURI !== 'http://www.w3.org/1999/xhtml' || parent.closest(skipped)) continue
      swap(node)
    }
  }
  setInterval(translate, 200)
})()`
