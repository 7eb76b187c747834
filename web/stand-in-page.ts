// A page for tests that press and wait, where no browser is: as much of a document as React draws into. It
// knows no layout and no style. Never part of the product.
import { act, type ReactNode } from 'react'
import { vi } from 'vitest'

type Listener = (event: object) => void

/** The names of the files that were saved since the page was stood in for. */
export const saved: string[] = []

class StandInNode {
  readonly nodeType: number
  readonly nodeName: string
  parentNode: StandInElement | null = null
  data = ''
  constructor(nodeType: number, nodeName: string) {
    this.nodeType = nodeType
    this.nodeName = nodeName
  }
  get ownerDocument() {
    return standIn
  }
  get nodeValue() {
    return this.data
  }
  set nodeValue(text: string) {
    this.data = text
  }
  get textContent(): string {
    return this.data
  }
  set textContent(text: string) {
    this.data = text
  }
}

class StandInElement extends StandInNode {
  readonly namespaceURI: string
  readonly childNodes: StandInNode[] = []
  readonly attributes = new Map<string, string>()
  readonly listeners = new Map<string, Set<Listener>>()
  readonly style = { setProperty: () => undefined }
  readonly elements = { namedItem: () => null }
  type = 'text'
  download = ''
  value = ''
  checked = false
  selected = false
  defaultSelected = false
  selectionStart = 0
  readonly clientWidth = 360
  constructor(name: string, namespace: string) {
    super(1, name.toUpperCase())
    this.namespaceURI = namespace
  }
  get tagName() {
    return this.nodeName
  }
  get options() {
    return [...elementsIn(this)].filter((each) => each.nodeName === 'OPTION')
  }
  get firstChild() {
    return this.childNodes[0] ?? null
  }
  get lastChild() {
    return this.childNodes.at(-1) ?? null
  }
  override get textContent(): string {
    return this.childNodes.map((each) => each.textContent).join('')
  }
  override set textContent(text: string) {
    this.childNodes.length = 0
    if (text !== '') this.appendChild(standIn.createTextNode(text))
  }
  appendChild(node: StandInNode) {
    return this.insertBefore(node, null)
  }
  insertBefore(node: StandInNode, before: StandInNode | null) {
    node.parentNode?.removeChild(node)
    const place = before === null ? this.childNodes.length : this.childNodes.indexOf(before)
    this.childNodes.splice(place, 0, node)
    node.parentNode = this
    return node
  }
  removeChild(node: StandInNode) {
    this.childNodes.splice(this.childNodes.indexOf(node), 1)
    node.parentNode = null
    return node
  }
  setAttribute(name: string, value: unknown) {
    this.attributes.set(name, String(value))
    if (name === 'value' && this.nodeName === 'OPTION') this.value = String(value)
  }
  removeAttribute(name: string) {
    this.attributes.delete(name)
  }
  getAttribute(name: string) {
    return this.attributes.get(name) ?? null
  }
  hasAttribute(name: string) {
    return this.attributes.has(name)
  }
  addEventListener(type: string, listener: Listener) {
    this.listeners.set(type, (this.listeners.get(type) ?? new Set()).add(listener))
  }
  removeEventListener(type: string, listener: Listener) {
    this.listeners.get(type)?.delete(listener)
  }
  contains(node: StandInNode | null): boolean {
    for (let each = node; each; each = each.parentNode) if (each === this) return true
    return false
  }
  focus() {
    standIn.activeElement = this
  }
  /** A link that is pressed by the page itself saves a file. */
  click() {
    saved.push(this.download)
  }
  select() {}
  scrollIntoView() {}
  showModal() {}
  close() {}
  closest() {
    return null
  }
  querySelector() {
    return null
  }
  querySelectorAll() {
    return []
  }
}

/** The browser's own storage has its methods on its prototype. */
class StandInStorage {
  [name: string]: unknown
  getItem(name: string) {
    return Object.hasOwn(this, name) ? this[name] : null
  }
  setItem(name: string, text: string) {
    this[name] = text
  }
  removeItem(name: string) {
    delete this[name]
  }
  clear() {
    for (const name of Object.keys(this)) delete this[name]
  }
}

const html = 'http://www.w3.org/1999/xhtml'
const standIn = {
  nodeType: 9,
  /** Whoever looks whether there is such an event finds it. */
  oninput: null,
  nodeName: '#document',
  activeElement: new StandInElement('body', html),
  documentElement: Object.assign(new StandInElement('html', html), { dataset: {} }),
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  createElement: (name: string) => new StandInElement(name, html),
  createElementNS: (namespace: string, name: string) => new StandInElement(name, namespace),
  createTextNode: (text: string) => Object.assign(new StandInNode(3, '#text'), { data: text }),
  title: '',
  get defaultView() {
    return globalThis.window
  },
}

function isElement(node: unknown): node is Element {
  return node instanceof StandInElement
}

function* elementsIn(node: StandInNode): Generator<StandInElement> {
  if (!(node instanceof StandInElement)) return
  yield node
  for (const each of node.childNodes) yield* elementsIn(each)
}

const nothing = () => undefined

/** Stands in for the page until `leavePage`; `more` is what else its window has. */
export function standInForPage(more: object = {}): void {
  saved.length = 0
  const sessionStorage = new StandInStorage()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('document', standIn)
  vi.stubGlobal('HTMLElement', StandInElement)
  vi.stubGlobal('location', new URL('https://passport.example/app'))
  vi.stubGlobal('history', {
    state: null,
    pushState: nothing,
    replaceState: nothing,
    back: nothing,
  })
  vi.stubGlobal('addEventListener', nothing)
  vi.stubGlobal('removeEventListener', nothing)
  vi.stubGlobal('window', {
    ...{
      document: standIn,
      sessionStorage,
      addEventListener: nothing,
      removeEventListener: nothing,
    },
    ...{ HTMLIFrameElement: class {}, HTMLElement: StandInElement, getSelection: () => null },
    ...more,
  })
}

const soon = globalThis.setTimeout
/** More turns than anything takes: what has not come by then does not come. */
const turnsMax = 1_000

/** Lets what is under way go on until it `holds`; timers that are not real are moved along. */
export async function until(holds: () => boolean): Promise<void> {
  for (let turns = 0; !holds(); turns += 1) {
    if (turns === turnsMax) throw new Error(`it never holds: ${holds}`)
    await act(async () => {
      if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(50)
      await new Promise((resolve) => soon(resolve))
    })
  }
}

/** Lets so much of a time go by that is not real. */
export const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

const mounted = new Set<() => Promise<void>>()

/** Takes away what was drawn, and gives the real page back once nothing of it is under way. */
export async function leavePage(): Promise<void> {
  for (const unmount of mounted) await unmount()
  await new Promise((resolve) => soon(resolve))
  vi.unstubAllGlobals()
}

/** Draws a part of a page, with its effects, until it is left. */
export async function mount(part: ReactNode) {
  const { createRoot } = await import('react-dom/client')
  const place = new StandInElement('div', html)
  if (!isElement(place)) throw new Error('nothing to draw into')
  const root = createRoot(place)
  const unmount = async () => {
    if (mounted.delete(unmount)) await act(async () => root.unmount())
  }
  mounted.add(unmount)
  await act(async () => root.render(part))
  const all = () => [...elementsIn(place)]
  const dispatch = (target: StandInElement, type: string) =>
    act(async () => {
      const event = {
        type,
        target,
        bubbles: true,
        preventDefault: nothing,
        stopPropagation: nothing,
      }
      for (const listener of place.listeners.get(type) ?? []) listener(event)
    })
  const isNamed = (words: string | undefined | null, name: string | RegExp) =>
    typeof name === 'string' ? words === name : name.test(words ?? '')
  function buttons(name: string | RegExp) {
    return all().filter(
      (each) =>
        each.nodeName === 'BUTTON' &&
        isNamed(each.getAttribute('aria-label') ?? each.textContent, name),
    )
  }
  function field(name: string | RegExp) {
    const label = all().find((each) => each.nodeName === 'LABEL' && isNamed(each.textContent, name))
    const found = all().find(
      (each) =>
        /^(INPUT|TEXTAREA|SELECT)$/.test(each.nodeName) &&
        (isNamed(each.getAttribute('aria-label'), name) ||
          label?.contains(each) ||
          (label?.hasAttribute('for') && label.getAttribute('for') === each.getAttribute('id'))),
    )
    if (found === undefined) throw new Error(`no field ${name}`)
    return found
  }
  return {
    text: () => place.textContent.replaceAll('\u00a0', ' '),
    count: (className: string) =>
      all().filter((each) => each.getAttribute('class')?.split(' ').includes(className)).length,
    offers: (name: string | RegExp) =>
      buttons(name).filter((each) => !each.hasAttribute('disabled')).length,
    press(name: string | RegExp) {
      const [found] = buttons(name).filter((each) => !each.hasAttribute('disabled'))
      if (found === undefined) throw new Error(`no button ${name}`)
      return dispatch(found, 'click')
    },
    valueOf: (name: string | RegExp) => field(name).value,
    type(name: string | RegExp, text: string) {
      const found = field(name)
      found.value = text
      found.selectionStart = text.length
      return dispatch(found, found.nodeName === 'SELECT' ? 'change' : 'input')
    },
    tick(name: string | RegExp) {
      const found = field(name)
      found.checked = !found.checked
      return dispatch(found, 'click')
    },
    submit() {
      const form = all().find((each) => each.nodeName === 'FORM')
      if (form === undefined) throw new Error('no form')
      return dispatch(form, 'submit')
    },
    unmount,
  }
}
