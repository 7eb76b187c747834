// Tests where dialogs put the focus, what closes them, and their place above the keyboard of a phone.
// Base UI draws none here, so the tests read the properties that it gets.
import { createRef, type ReactElement, type ReactNode } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { draw, openPage } from '#web/test-page.ts'
import { Dialog, StepFocus } from './dialog.tsx'
import { Moment } from './full-screen-moment.tsx'

beforeEach(() => openPage())

type Props = Record<string, unknown> & { children?: ReactNode }
type Node = ReactElement<Props>

/** All elements of a tree, from the outside to the inside. */
function elementsIn(node: ReactNode): Node[] {
  if (Array.isArray(node)) return node.flatMap(elementsIn)
  if (typeof node !== 'object' || node === null || !('props' in node)) return []
  const element = node as Node
  return [element, ...elementsIn(element.props.children)]
}

/** Draws nothing, and reports the elements of a part. */
function Look({ part, tell }: { part: () => ReactNode; tell: (found: Node[]) => void }) {
  tell(elementsIn(part()))
  return null
}
async function lookAt(part: () => ReactNode) {
  let found: Node[] = []
  const page = await draw(
    <Look
      part={part}
      tell={(next) => {
        found = next
      }}
    />,
  )
  const propsWith = (name: string) => {
    const [props] = found.map((each) => each.props).filter((each) => name in each)
    if (!props) throw new Error(`no ${name}`)
    return props
  }
  return { page, root: found[0]?.props ?? {}, propsWith, found }
}
type Change = (open: boolean) => void

describe('a dialog', () => {
  const dialog = (own: Partial<Parameters<typeof Dialog>[0]> = {}) =>
    Dialog({ open: true, onClose: () => undefined, title: 'Title', children: <i />, ...own })
  const texts = (found: readonly Node[]) =>
    found.flatMap(({ props }) => (typeof props.children === 'string' ? [props.children] : []))

  it('closes when its library asks for it, and does not when that asks to open', async () => {
    const onClose = vi.fn<() => void>()
    const { root } = await lookAt(() => dialog({ onClose }))
    expect([root.open, root.disablePointerDismissal]).toEqual([true, true])
    ;(root.onOpenChange as Change)(true)
    expect(onClose).not.toHaveBeenCalled()
    ;(root.onOpenChange as Change)(false)
    expect(onClose).toHaveBeenCalledTimes(1)
    expect((await lookAt(() => dialog({ open: false }))).root.open).toBe(false)
  })

  it('has the focus itself, and its title is its first heading', async () => {
    const { propsWith, found } = await lookAt(() => dialog())
    const popup = propsWith('initialFocus')
    expect(popup.initialFocus).toBe(popup.ref)
    expect(texts(found)).toEqual(['Title', 'Cancel'])
    const heading = propsWith('render').render as (props: object) => Node
    expect(heading({ id: 't' }).type).toBe('h1')
  })

  it.each([
    ['its own words', { closeLabel: 'Later' }, ['Title', 'Later']],
    ['no button', { closeLabel: null }, ['Title']],
    ['content next to no button', { closeLabel: null, aside: <b>9:41</b> }, ['Title', '9:41']],
    ['content before the button', { aside: <b>9:41</b> }, ['Title', '9:41', 'Cancel']],
  ])('may have %s', async (_, own, expected) => {
    expect(texts((await lookAt(() => dialog(own))).found)).toEqual(expected)
  })

  it('marks its present step, and each before it as done', async () => {
    const steps = { names: ['One', 'Two', 'Three'], current: 1 }
    const { found } = await lookAt(() => dialog({ steps }))
    const list = found.find(({ props }) => props.names === steps.names)
    if (!list) throw new Error('no steps')
    const page = await draw(list)
    const items = [...document.querySelectorAll('li')].map((item) => [
      item.textContent,
      item.getAttribute('aria-current'),
      item.className.includes('border-forest'),
    ])
    expect(items).toEqual([
      ['One', null, true],
      ['Two', 'step', true],
      ['Three', null, false],
    ])
    await page.close()
  })
})

describe('above the keyboard of a phone', () => {
  /** A screen of 800 px, of which this part is visible. */
  async function layerOn(view: { height: number; offsetTop: number; scale: number }) {
    const listeners = new Map<string, () => void>()
    const viewport = {
      ...view,
      addEventListener: (name: string, listen: () => void) => listeners.set(name, listen),
      removeEventListener: (name: string, listen: () => void) =>
        listeners.get(name) === listen && listeners.delete(name),
    }
    Object.defineProperty(window, 'visualViewport', { value: viewport, configurable: true })
    Object.defineProperty(window, 'innerHeight', { value: 800, configurable: true })
    const { found } = await lookAt(() =>
      Dialog({ open: true, onClose: () => undefined, title: '', children: <i /> }),
    )
    const place = found.map(({ props }) => props.ref).find((ref) => typeof ref === 'function')
    const layer = document.body.appendChild(document.createElement('div'))
    const field = layer.appendChild(document.createElement('input'))
    const scrolled = vi.fn<(options: unknown) => void>()
    field.scrollIntoView = scrolled
    field.focus()
    const leave = (place as unknown as (element: Element | null) => (() => void) | undefined)(layer)
    const height = () => layer.style.getPropertyValue('--keyboard')
    return { viewport, listeners, layer, scrolled, leave, height, place, field }
  }

  it.each([
    [{ height: 500, offsetTop: 0, scale: 1 }, '300px', 1],
    [{ height: 500, offsetTop: 20.4, scale: 1 }, '280px', 1],
    [{ height: 800, offsetTop: 0, scale: 1 }, '0px', 0],
    [{ height: 810, offsetTop: 0, scale: 1 }, '0px', 0],
    [{ height: 400, offsetTop: 0, scale: 2 }, '0px', 0],
  ])('a dialog of the screen %j has %s', async (view, expected, times) => {
    const { height, scrolled } = await layerOn(view)
    expect([height(), scrolled.mock.calls]).toEqual([
      expected,
      Array(times).fill([{ block: 'nearest' }]),
    ])
  })

  it('a dialog follows the keyboard until it closes', async () => {
    const { viewport, listeners, leave, height, scrolled, field } = await layerOn({
      ...{ height: 800, offsetTop: 0, scale: 1 },
    })
    expect([...listeners.keys()]).toEqual(['resize', 'scroll'])
    viewport.height = 520
    listeners.get('resize')?.()
    expect([height(), scrolled.mock.calls.length]).toEqual(['280px', 1])
    // Another element of the page has the focus.
    field.blur()
    viewport.offsetTop = 40
    listeners.get('scroll')?.()
    expect([height(), scrolled.mock.calls.length]).toEqual(['240px', 1])
    leave?.()
    expect(listeners.size).toBe(0)
  })
})

describe('a moment on the whole screen', () => {
  const moment = async (initial: HTMLElement | null = null) => {
    const onClose = vi.fn<() => void>()
    const popup = createRef<HTMLDivElement>()
    const looked = await lookAt(() =>
      Moment({ popup, initialFocus: () => initial, onClose, children: <i /> }),
    )
    const props = looked.propsWith('finalFocus')
    const focusAfter = () => (props.finalFocus as () => unknown)()
    const first = () => (props.initialFocus as () => unknown)()
    return { ...looked, onClose, focusAfter, first, ref: props.ref, popup }
  }
  const add = (html: string) => {
    document.body.insertAdjacentHTML('beforeend', html)
    return document.body.lastElementChild as HTMLElement
  }

  it('closes by its library’s wish, and never by a press outside', async () => {
    const { root, onClose, ref, popup } = await moment()
    expect([root.open, root.disablePointerDismissal, ref]).toEqual([true, true, popup])
    ;(root.onOpenChange as Change)(true)
    expect(onClose).not.toHaveBeenCalled()
    ;(root.onOpenChange as Change)(false)
    expect(onClose).toHaveBeenCalledTimes(1)
  })

  it('has the focus where it begins, or by its library’s rule', async () => {
    const button = add('<button>Break the seal</button>')
    expect((await moment(button)).first()).toBe(button)
    expect((await moment()).first()).toBe(true)
  })

  it('gives the focus back to the button that showed it, or to the page’s heading', async () => {
    const heading = add('<div id="content"><h1>Home</h1></div>').querySelector('h1')
    const button = add('<button>Open</button>')
    expect((await moment()).focusAfter()).toBe(heading)
    button.focus()
    const { focusAfter } = await moment()
    expect(focusAfter()).toBe(button)
    button.remove()
    expect(focusAfter()).toBe(heading)
  })
})

describe('the steps of a dialog', () => {
  const step = (name: string, begins = false) => (
    <div role="dialog">
      <StepFocus step={name}>
        <p>{name}</p>
        {begins ? <input data-step-begins="" aria-label="first" /> : null}
      </StepFocus>
    </div>
  )

  it('move the focus to their beginning and the dialog to its top, but the first one does not', async () => {
    const scrolls = vi.fn<(x: number, y: number) => void>()
    vi.spyOn(window.HTMLElement.prototype, 'scrollTo').mockImplementation(scrolls as never)
    const page = await draw(step('one', true))
    expect([document.activeElement, scrolls.mock.calls]).toEqual([document.body, []])
    await page.again(step('two'))
    expect(document.activeElement?.getAttribute('tabindex')).toBe('-1')
    await page.again(step('three', true))
    expect(document.activeElement?.getAttribute('aria-label')).toBe('first')
    expect(scrolls.mock.calls).toEqual([
      [0, 0],
      [0, 0],
    ])
    document.querySelector('input')?.blur()
    await page.again(step('three', true))
    expect(document.activeElement).toBe(document.body)
    // Back at the first step.
    await page.again(step('one', true))
    expect(document.activeElement?.getAttribute('aria-label')).toBe('first')
  })
})
