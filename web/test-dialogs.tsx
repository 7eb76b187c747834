// Draws dialogs in a simulated page. For tests only. Base UI draws none there, because it looks for a
// document once, when it loads.
import { cloneElement, createElement, Fragment, isValidElement, type ReactNode } from 'react'
import { Dialog } from './ui/dialog/dialog.tsx'
import { Moment, MomentTitle } from './ui/dialog/full-screen-moment.tsx'

type Part = (props: object) => ReactNode

/** The button that represents the browser's Back, which hides a dialog. */
export const browserBack = 'Back of the browser'

/** Shows an open dialog as a section with its title. */
function Section({
  open,
  title,
  aside,
  children,
  closeLabel,
  onClose,
  steps,
}: Parameters<typeof Dialog>[0]) {
  if (!open) return null
  return (
    <section role="dialog" aria-label={title} data-step={steps?.names[steps.current]}>
      <h1>{title}</h1>
      {inPlace(aside)}
      {closeLabel === null ? null : (
        <button type="button" onClick={onClose}>
          {closeLabel ?? 'Cancel'}
        </button>
      )}
      {inPlace(children)}
      <button type="button" aria-label={browserBack} onClick={onClose} />
    </section>
  )
}

/** Shows a moment in its place. */
const Whole = ({ popup, onClose, children }: Parameters<typeof Moment>[0]) => (
  <div ref={popup} role="dialog">
    {inPlace(children)}
    <button type="button" aria-label={browserBack} onClick={onClose} />
  </div>
)

const Title = ({ children }: Parameters<typeof MomentTitle>[0]) => <h1>{children}</h1>

const isPart = (type: unknown): type is Part =>
  typeof type === 'function' && type.prototype?.isReactComponent === undefined

/** The component of `lazy`. Throws the promise of its code, for which `Suspense` waits, as React does. */
const loadedPart = (type: object): Part => Reflect.get(type, '_init')(Reflect.get(type, '_payload'))

const isLazy = (type: unknown): type is object =>
  typeof type === 'object' && type !== null && '_init' in type

/** One component for each of the product, so that React keeps and discards states as usual. */
const drawnParts = new Map<unknown, Part>([
  [Dialog, Section as Part],
  [Moment, Whole as Part],
  [MomentTitle, Title as Part],
])

function drawnPart(type: Part | object): Part {
  const known = drawnParts.get(type)
  if (known) return known
  const drawn: Part = (props) =>
    inPlace(isPart(type) ? type(props) : createElement(loadedPart(type), props))
  drawnParts.set(type, drawn)
  return drawn
}

function inPlace(node: ReactNode): ReactNode {
  if (Array.isArray(node)) return node.map(inPlace)
  if (!isValidElement<{ children?: ReactNode }>(node)) return node
  const { type, key, props } = node
  if (isPart(type) || isLazy(type)) {
    return createElement(drawnPart(type), key === null ? props : { key, ...props })
  }
  const { children } = props
  if (children === undefined || typeof children === 'function') return node
  return cloneElement(node, undefined, ...[children].flat().map(inPlace))
}

/** Draws its content with each open dialog in its place. */
export const WithDialogs = ({ children }: { children: ReactNode }) => (
  <Fragment>{inPlace(children)}</Fragment>
)
