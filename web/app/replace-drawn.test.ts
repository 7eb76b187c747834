// Tests that the rendered page gets the user's actions on the drawn page.
import { beforeEach, expect, it, vi } from 'vitest'
import { openPage } from '#web/test-page.ts'
import { replaceDrawn } from './replace-drawn.ts'

const page = `
  <a href="/app">Home</a><button>Open</button><button>Open</button>
  <button aria-label="Log out"></button><input value="first"><input><textarea></textarea>
  <select><option>A</option><option>B</option></select>
  <input type="radio" name="one" checked><input type="radio" name="one"><input type="checkbox">`

let root: HTMLElement
beforeEach(() => {
  openPage()
  vi.stubGlobal('MutationObserver', Reflect.get(window, 'MutationObserver'))
  for (const name of ['Event', 'HTMLInputElement', 'HTMLSelectElement', 'HTMLTextAreaElement']) {
    vi.stubGlobal(name, Reflect.get(window, name))
  }
  document.body.innerHTML = `<div id="root" data-drawn="">${page}</div>`
  root = elementOf('#root')
})

function elementOf<Kind extends HTMLElement>(selector: string, at = 0): Kind {
  const found = document.querySelectorAll<Kind>(selector)[at]
  if (!found) throw new Error(`no ${selector}`)
  return found
}

/** Replaces the page as React does, and returns the events on it. */
async function replaceBy(html = page): Promise<string[]> {
  const events: string[] = []
  replaceDrawn(root, () => {
    // React commits a transition later.
    queueMicrotask(() => {
      root.innerHTML = html
      const controls = [...root.querySelectorAll<HTMLElement>('a, button, input, select, textarea')]
      for (const [at, control] of controls.entries()) {
        for (const kind of ['click', 'input', 'change', 'focus']) {
          control.addEventListener(kind, () => events.push(`${kind} ${at}`))
        }
      }
    })
  })
  await new Promise((resolve) => setTimeout(resolve))
  return events
}

it('nothing happens on an unused page', async () => {
  expect(await replaceBy()).toEqual([])
  expect('drawn' in root.dataset).toBe(false)
})

it('the second of two equal buttons is pressed, and only the last press counts', async () => {
  elementOf('button', 0).dataset.pressed = ''
  elementOf('button', 1).dataset.pressed = ''
  expect(await replaceBy()).toEqual(['click 2'])
})

it('a button without text is found by its label', async () => {
  elementOf('button', 2).dataset.pressed = ''
  expect(await replaceBy()).toEqual(['click 3'])
})

it('on a page that a translator has changed, controls are found by their place', async () => {
  elementOf('button', 1).innerHTML = '<font>Öffnen</font>'
  elementOf('button', 1).dataset.pressed = ''
  expect(await replaceBy(page.replace('<a href="/app">Home</a>', ''))).toEqual(['click 1'])
})

it('on such a page of other controls nothing is pressed', async () => {
  elementOf('button', 1).innerHTML = '<font>Öffnen</font>'
  elementOf('button', 1).dataset.pressed = ''
  expect(await replaceBy(`<button>New</button>${page}`)).toEqual([])
})

it('typed text and the focus are kept', async () => {
  elementOf<HTMLInputElement>('input', 1).value = 'wind'
  elementOf<HTMLTextAreaElement>('textarea').value = 'dear'
  elementOf('textarea').focus()
  expect(await replaceBy()).toEqual(['input 5', 'input 6', 'focus 6'])
  expect(elementOf<HTMLInputElement>('input', 0).value).toBe('first')
  expect(elementOf<HTMLInputElement>('input', 1).value).toBe('wind')
  expect(elementOf<HTMLTextAreaElement>('textarea').value).toBe('dear')
})

it('a focus that came after the code is kept too', async () => {
  const replaced = replaceBy()
  elementOf('a').focus()
  expect(await replaced).toEqual(['focus 0'])
})

it('a page without the pressed button is left alone', async () => {
  elementOf('button', 1).dataset.pressed = ''
  elementOf<HTMLInputElement>('input', 1).value = 'wind'
  expect(await replaceBy('<button>Open</button><input value="other">')).toEqual([])
  expect(elementOf<HTMLInputElement>('input').value).toBe('other')
})

it('choices are kept', async () => {
  elementOf<HTMLSelectElement>('select').value = 'B'
  elementOf<HTMLInputElement>('[type=radio]', 1).checked = true
  elementOf<HTMLInputElement>('[type=checkbox]').checked = true
  await replaceBy()
  expect(elementOf<HTMLSelectElement>('select').value).toBe('B')
  const checked = ['[type=radio]', '[type=checkbox]'].flatMap((kind) =>
    [...document.querySelectorAll<HTMLInputElement>(kind)].map((each) => each.checked),
  )
  expect(checked).toEqual([false, true, true])
})
