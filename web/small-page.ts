// A page of a few lines, for tests without a browser: enough of a document for React to draw into, run its
// effects and be pressed. It lays nothing out and knows no events of its own; journeys have real browsers.
import { environmentManager } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'

/** An element or a text, as far as React needs one. */
class SmallNode {
  readonly childNodes: SmallNode[] = []
  readonly attributes = new Map<string, string>()
  readonly style = { setProperty: () => undefined, removeProperty: () => undefined }
  readonly dataset = {}
  readonly namespaceURI = 'http://www.w3.org/1999/xhtml'
  readonly nodeName: string
  readonly nodeType: number
  readonly ownerDocument: object
  parentNode: SmallNode | null = null
  nodeValue: string | null = null

  constructor(ownerDocument: object, nodeName: string, nodeType = 1) {
    this.ownerDocument = ownerDocument
    this.nodeName = nodeName.toUpperCase()
    this.nodeType = nodeType
  }

  get tagName() {
    return this.nodeName
  }
  get firstChild() {
    return this.childNodes[0] ?? null
  }
  get lastChild() {
    return this.childNodes.at(-1) ?? null
  }
  get nextSibling() {
    const siblings = this.parentNode?.childNodes ?? []
    return siblings[siblings.indexOf(this) + 1] ?? null
  }
  get options() {
    return this.querySelectorAll('option')
  }
  get elements() {
    const named = (name: string) =>
      [...this.all()].find((each) => each.getAttribute('name') === name)
    return { namedItem: (name: string) => named(name) ?? null }
  }
  /** React sets a field's name as a property. */
  set name(name: string) {
    this.setAttribute('name', name)
  }
  get textContent(): string {
    return this.nodeValue ?? this.childNodes.map((each) => each.textContent).join('')
  }
  set textContent(text: string) {
    this.childNodes.length = 0
    if (text === '') return
    const node = new SmallNode(this.ownerDocument, '#text', 3)
    node.nodeValue = text
    this.appendChild(node)
  }

  /** All elements and texts within it, in the order of the page. */
  *all(): Generator<SmallNode> {
    for (const child of this.childNodes) {
      yield child
      yield* child.all()
    }
  }
  querySelectorAll(name: string) {
    return [...this.all()].filter((each) => each.nodeName === name.toUpperCase())
  }
  querySelector(name: string) {
    return this.querySelectorAll(name)[0] ?? null
  }
  closest() {
    return null
  }
  contains(other: SmallNode): boolean {
    return other === this || [...this.all()].includes(other)
  }
  appendChild(node: SmallNode) {
    return this.insertBefore(node, null)
  }
  insertBefore(node: SmallNode, next: SmallNode | null) {
    node.parentNode?.removeChild(node)
    node.parentNode = this
    this.childNodes.splice(next ? this.childNodes.indexOf(next) : this.childNodes.length, 0, node)
    return node
  }
  removeChild(node: SmallNode) {
    this.childNodes.splice(this.childNodes.indexOf(node), 1)
    node.parentNode = null
    return node
  }
  setAttribute(name: string, value: string) {
    this.attributes.set(name, String(value))
  }
  removeAttribute(name: string) {
    this.attributes.delete(name)
  }
  getAttribute(name: string) {
    return this.attributes.get(name) ?? null
  }
  addEventListener() {}
  removeEventListener() {}
  scrollIntoView() {}
  scrollTo() {}
  setSelectionRange() {}
  focus() {
    Object.assign(this.ownerDocument, { activeElement: this })
  }
}

function smallDocument() {
  const document = {
    ...{ nodeType: 9, nodeName: '#document', title: '', visibilityState: 'visible', hidden: false },
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    createElement: (name: string) => new SmallNode(document, name),
    createElementNS: (_space: string, name: string) => new SmallNode(document, name),
    createTextNode(text: string) {
      const node = new SmallNode(document, '#text', 3)
      node.nodeValue = text
      return node
    },
  }
  const documentElement = new SmallNode(document, 'html')
  const body = documentElement.appendChild(new SmallNode(document, 'body'))
  const find = { querySelectorAll: (name: string) => body.querySelectorAll(name) }
  return Object.assign(document, { documentElement, body, activeElement: body }, find)
}

/** What a test puts in the place of the browser's own names, and gives back after it. */
export function smallPage() {
  const document = smallDocument()
  const listeners = new Map<string, Set<() => void>>()
  const listenersOf = (name: string) => listeners.get(name) ?? new Set()
  const window = {
    ...{ document, sessionStorage, HTMLIFrameElement: class {}, scrollTo: () => undefined },
    addEventListener: (name: string, listen: () => void) =>
      listeners.set(name, listenersOf(name).add(listen)),
    removeEventListener: (name: string, listen: () => void) => listenersOf(name).delete(listen),
    matchMedia: () => ({ matches: false, addEventListener() {}, removeEventListener() {} }),
  }
  const names = { window, document, HTMLElement: SmallNode, IS_REACT_ACT_ENVIRONMENT: true }
  return {
    names,
    /** Tells whoever listens on the window, e.g. that it is `online`. */
    tell: (name: string) =>
      act(async () => {
        for (const listen of [...listenersOf(name)]) listen()
      }),
  }
}

type Handlers = Readonly<Record<string, ((event: object) => void) | undefined>>

/** What React was given for an element. */
function handlersOf(element: object): Handlers {
  const [, props = {}] =
    Object.entries(element).find(([key]) => key.startsWith('__reactProps$')) ?? []
  return props
}

/** Lets React draw by itself what comes meanwhile, as in a browser, until `wait` is over. */
export async function meanwhile(wait: () => Promise<unknown>): Promise<void> {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
  await wait().finally(() => Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true }))
}

/** What is drawn and not closed yet. */
const drawn = new Set<() => Promise<void>>()

/** After each test, also one that failed: nothing goes on behind the next one. */
export async function closePages(): Promise<void> {
  for (const close of drawn) await close()
}

/** Draws into the page that stands in the browser's place, until `close`. */
export async function draw(node: ReactNode) {
  environmentManager.setIsServer(() => false)
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  async function close() {
    drawn.delete(close)
    await act(async () => root.unmount())
    environmentManager.setIsServer(() => true)
  }
  drawn.add(close)
  await act(async () => root.render(node))
  const found = (name: string, of: string, nth = 0) => {
    const all = [...place.querySelectorAll<HTMLElement>(of)]
    const words = (each: HTMLElement) => each.getAttribute('aria-label') ?? each.textContent
    const named = (each: HTMLElement) => [each.getAttribute('name'), words(each)].includes(name)
    const element = all.filter(named)[nth]
    if (element === undefined) throw new Error(`no ${of} ${name} in: ${place.textContent}`)
    return element
  }
  const tell = (element: HTMLElement, name: string, fields: object) =>
    act(async () => {
      const event = { preventDefault() {}, target: element, currentTarget: element, ...fields }
      handlersOf(element)[name]?.(event)
    })
  return {
    place,
    text: () => place.textContent.replaceAll('\u00a0', ' '),
    again: (next: ReactNode) => act(async () => root.render(next)),
    /** Something that happens to the first element of this kind. */
    tell: (kind: string, name: string, fields: object) =>
      tell(place.querySelector<HTMLElement>(kind) ?? place, name, fields),
    /** A button, by its name. */
    press: (name: string, of = 'button', nth = 0) => tell(found(name, of, nth), 'onClick', {}),
    /** A field, by its name in the form. */
    type: (name: string, value: string, of = 'input') =>
      tell(found(name, of), 'onChange', { target: { value } }),
    submit: () => tell(place.querySelector('form') ?? place, 'onSubmit', {}),
    close,
  }
}
