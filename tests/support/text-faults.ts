// Finds texts that do not fit their box: beyond its edge, too close to a button's edge, broken within a
// word, over another text, or cut off in a field. Runs in the page and returns an error message for each fault.
export const textFaults = `(() => {
  /** Least room between a button's edge and its words, in px. */
  const roomMin = 4
  /** Share of the page's width: a longer word may have to break in its column. */
  const widthShare = 0.5
  const root = [...document.querySelectorAll('dialog[open], [role=dialog]')].at(-1) ?? document.body
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const faults = new Set()
  const shown = []
  const rootBox = root.getBoundingClientRect()
  const rootStyle = getComputedStyle(root)
  const left = rootBox.left + parseFloat(rootStyle.paddingLeft)
  const right = rootBox.left + root.clientLeft + root.clientWidth - parseFloat(rootStyle.paddingRight)
  const isPushed = (element) => {
    for (let each = element; each && each !== root; each = each.parentElement) {
      if (/auto|scroll/.test(getComputedStyle(each).overflowX)) return true
    }
    return false
  }
  /** The nearest part around an element that has lines at both sides, or a ground of its own. */
  const frameOf = (element) => {
    for (let each = element; each && each !== root; each = each.parentElement) {
      const { borderLeftWidth, borderRightWidth, display } = getComputedStyle(each)
      if (display !== 'inline' && parseFloat(borderLeftWidth) * parseFloat(borderRightWidth) > 0) return each
    }
    return undefined
  }
  const isHidden = (element) => {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return true
    // The usual class of texts for screen readers only.
    for (let each = element; each && each !== root; each = each.parentElement) {
      if (each.clientWidth <= 1 && getComputedStyle(each).overflow === 'hidden') return true
    }
    return element.closest('svg, script, style, noscript, option, [inert]') !== null
  }
  while (walker.nextNode()) {
    const node = walker.currentNode
    const element = node.parentElement
    const words = node.textContent.trim()
    if (words === '' || isHidden(element)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    // The lines behind an ellipsis are not drawn, but have boxes.
    const isClamped = getComputedStyle(element).webkitLineClamp !== 'none'
    const bottom = isClamped ? element.getBoundingClientRect().bottom - 1 : Infinity
    const boxes = [...range.getClientRects()].filter(
      (each) => each.width > 1 && each.height > 1 && each.top < bottom,
    )
    if (boxes.length === 0) continue
    shown.push({ words, element, boxes })
    // A fact that does not fit into its line is cut off on purpose (web/ui/facts.tsx).
    const isFact = element.closest('.facts') !== null
    if (!isFact && !isPushed(element)) {
      for (const box of boxes) {
        if (box.right > right + 1 || box.left < left - 1) {
          faults.add('"' + words + '" reaches over the edge')
        }
      }
      const frame = frameOf(element)?.getBoundingClientRect()
      for (const box of frame ? boxes : []) {
        if (box.right > frame.right + 1 || box.left < frame.left - 1) {
          faults.add('"' + words + '" reaches over its frame')
        }
      }
    }
    const button = element.closest('button, [role=button], a[class*="min-h-"]')
    const look = button && getComputedStyle(button)
    const hasBox = look && (parseFloat(look.borderTopWidth) > 0 || !look.backgroundColor.endsWith(', 0)'))
    if (hasBox && !isFact) {
      const outer = button.getBoundingClientRect()
      for (const box of boxes) {
        const room = Math.min(
          box.left - outer.left, outer.right - box.right, box.top - outer.top, outer.bottom - box.bottom,
        )
        if (room < roomMin) {
          faults.add('"' + words + '" has ' + room.toFixed(1) + ' px of room in its button')
        }
      }
    }
    // A part of an id, such as pay_1nQVOhtdtLNc, is no word.
    for (const found of node.textContent.matchAll(/(?<![\\p{L}\\d_])[\\p{L}\\u00ad]{2,}(?![\\p{L}\\d_])/gu)) {
      range.setStart(node, found.index)
      range.setEnd(node, found.index + found[0].length)
      const parts = [...range.getClientRects()].filter((each) => each.width > 1)
      const lines = new Set(parts.map((each) => Math.round(each.top)))
      const width = parts.reduce((sum, each) => sum + each.width, 0)
      const { fontFamily, hyphens } = getComputedStyle(element)
      const isCode = /mono/i.test(fontFamily)
      const mayBreak = isFact || isCode || words.includes('://') || words.includes('@') || hyphens === 'auto' || found[0].includes('\\u00ad')
      if (lines.size > 1 && !mayBreak && width < (right - left) * widthShare) {
        faults.add('"' + found[0] + '" is broken within the word')
      }
    }
  }
  const isSeen = ({ element }, x, y) => {
    const top = document.elementFromPoint(x, y)
    return top !== null && (top === element || element.contains(top) || top.contains(element))
  }
  for (const [index, one] of shown.entries()) {
    for (const other of shown.slice(index + 1)) {
      for (const a of one.boxes) {
        for (const b of other.boxes) {
          const x = [Math.max(a.left, b.left), Math.min(a.right, b.right)]
          // Lines are closer than their letters' boxes are high: a third of each may overlap.
          const y = [Math.max(a.top, b.top), Math.min(a.bottom, b.bottom)]
          const isOver = x[1] - x[0] > 2 && y[1] - y[0] > Math.min(a.height, b.height) / 3
          const at = [(x[0] + x[1]) / 2, (y[0] + y[1]) / 2]
          if (isOver && isSeen(one, ...at) && isSeen(other, ...at)) {
            faults.add('"' + one.words + '" and "' + other.words + '" overlap')
          }
        }
      }
    }
  }
  for (const field of root.querySelectorAll('input[inputmode], input[type=tel]')) {
    if (field.scrollWidth > field.clientWidth) faults.add('"' + field.value + '" is cut off in its field')
  }
  return [...faults]
})()`
