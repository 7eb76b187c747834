// Tests pages under a browser's translator, which replaces text nodes after each change. A text
// that is the only child of its element survives; another one shows an old text, or throws.
import { useState } from 'react'
import { expect, it } from 'vitest'
import { draw, openPage } from './test-page.ts'
import { asElements } from './ui/elements.tsx'

/** As Google's: the translation is in two elements, and the page's own text node is gone. */
function translate(): void {
  const walker = document.createTreeWalker(document.body, 4)
  const nodes: Node[] = []
  while (walker.nextNode()) nodes.push(walker.currentNode)
  for (const node of nodes) {
    if (node.parentElement?.closest('font')) continue
    const outer = document.createElement('font')
    const inner = outer.appendChild(document.createElement('font'))
    inner.textContent = (node.textContent ?? '').toUpperCase()
    node.parentNode?.replaceChild(outer, node)
  }
}

type Shape = (props: { count: number; isOpen: boolean }) => React.ReactNode

const right: Readonly<Record<string, Shape>> = {
  'a figure and its unit': ({ count }) => (
    <p>
      <span>{count}</span>
      <span> kg</span>
    </p>
  ),
  'one text': ({ count }) => <p>{`${count} kg`}</p>,
  'a text next to what comes and goes': ({ count, isOpen }) => (
    <p>
      {isOpen ? <b>open </b> : null}
      <span>{`${count} kg`}</span>
      {isOpen ? <i> indeed</i> : null}
    </p>
  ),
  'a text that an element takes the place of': ({ count, isOpen }) => (
    <p>{isOpen ? <b>{`open ${count} kg`}</b> : `${count} kg`}</p>
  ),
  'a text that is not always there': ({ count, isOpen }) => <p>{isOpen ? `${count} kg` : null}</p>,
  'a text that may stand next to others': ({ count, isOpen }) => (
    <p>
      {asElements(isOpen ? <b>open </b> : 'closed ')}
      <span>{`${count} kg`}</span>
    </p>
  ),
}
const wrong: Readonly<Record<string, Shape>> = {
  'a figure before its unit': ({ count }) => <p>{count} kg</p>,
  'a text next to what comes and goes': ({ count, isOpen }) => (
    <p>
      {isOpen ? <b>open </b> : null}
      {`${count} kg`}
    </p>
  ),
  'a text that comes and goes': ({ count, isOpen }) => (
    <p>
      <span>{`${count} kg`}</span>
      {isOpen ? null : ' shut'}
    </p>
  ),
}

/** The page's text after each of its states, translated after each. */
async function readTranslated(Shape: Shape): Promise<string[]> {
  openPage()
  function Stage() {
    const [state, setState] = useState(0)
    return (
      <>
        <button type="button" onClick={() => setState(state + 1)}>
          next
        </button>
        <Shape count={state + 1} isOpen={state % 2 === 1} />
      </>
    )
  }
  const page = await draw(<Stage />)
  const said: string[] = []
  for (let state = 0; state < 4; state += 1) {
    translate()
    said.push(document.querySelector('p')?.textContent ?? '')
    await page.press('NEXT')
  }
  return said
}

/** The same without a translator. */
async function readPlain(Shape: Shape): Promise<string[]> {
  openPage()
  const page = await draw(<Shape count={1} isOpen={false} />)
  const said: string[] = []
  for (let state = 0; state < 4; state += 1) {
    await page.again(<Shape count={state + 1} isOpen={state % 2 === 1} />)
    said.push((document.querySelector('p')?.textContent ?? '').toUpperCase())
  }
  return said
}

it.each(Object.keys(right))('%s shows its new text after a translation', async (name) => {
  const Shape = right[name]
  if (!Shape) throw new Error(name)
  const plain = await readPlain(Shape)
  expect(await readTranslated(Shape)).toEqual(plain)
})

it.each(Object.keys(wrong))('%s would not', async (name) => {
  const Shape = wrong[name]
  if (!Shape) throw new Error(name)
  const plain = await readPlain(Shape)
  const translated = await readTranslated(Shape).catch(() => 'it throws')
  expect(translated).not.toEqual(plain)
})
