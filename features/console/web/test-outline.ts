// Writes what a page shows as lines, one for each title, fact, row and paragraph: each test of a page compares all of
// them. For tests only.

/** Signs of a badge's colour. */
const tones: Readonly<Record<string, string>> = {
  'bg-moss/12': '+',
  'bg-gold/12': '!',
  'bg-danger-page': '!!',
}

/** Months are written in the order of days, whatever the English of the machine. */
const writtenDay = /\b([A-Z][a-z]{2}) (\d{1,2}), (\d{4})/g
const seconds = /:\d\d:\d\d/
/** The hour depends on the zone of the machine, but not whether seconds are shown. */
const writtenTime = /(?<=\b\d{4}, )\d{1,2}:\d\d(:\d\d)?(?: [AP]M)?/g

const squeezed = (text: string) =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(writtenDay, '$2 $1 $3')
    .replaceAll(writtenTime, (_, second) => (second === undefined ? 'hh:mm' : 'hh:mm:ss'))
    .trim()

/** The time in UTC as exact as it is shown. A time of day has no day. */
function momentIn(element: Element): string {
  const [day = '', clock = ''] = (element.getAttribute('title') ?? '').split(' ')
  const text = element.textContent
  const shown = seconds.test(text) ? clock : clock.slice(0, 5)
  return /\d{4}/.test(text) ? `${day} ${shown}` : shown
}

const labelOf = (field: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement) =>
  squeezed(field.getAttribute('aria-label') ?? field.labels?.[0]?.textContent ?? '')

function selectLine(select: HTMLSelectElement): string {
  const options = [...select.options].map(({ value, text }) =>
    value === select.value ? `(${text})` : text,
  )
  return `${labelOf(select)}: ${options.join(' / ')}`
}

function inputLine(input: HTMLInputElement | HTMLTextAreaElement): string {
  const { type } = input
  if (input instanceof window.HTMLInputElement && type === 'checkbox') {
    return `${labelOf(input)}: ${input.checked ? 'yes' : 'no'}`
  }
  const hint = input.placeholder === '' ? '' : ` (${input.placeholder})`
  return `${labelOf(input)}${hint}: ${type === 'file' ? 'file' : input.value}`
}

/** One line of text: a link has its address, a button has brackets, a badge the sign of its colour. */
function lineOf(node: Node): string {
  if (!(node instanceof window.Element)) return node.textContent ?? ''
  if (node.getAttribute('aria-hidden') === 'true' || node.classList.contains('hidden')) return ''
  if (node instanceof window.HTMLSelectElement) return selectLine(node)
  if (node instanceof window.HTMLInputElement || node instanceof window.HTMLTextAreaElement)
    return inputLine(node)
  const name = node.tagName.toLowerCase()
  if (name === 'svg') return squeezed(node.getAttribute('aria-label') ?? '')
  if (name === 'img') return `picture ${node.getAttribute('src')}`
  if (name === 'time') return momentIn(node)
  const inner = squeezed([...node.childNodes].map(lineOf).join(' '))
  if (name === 'a') return `${inner} <${node.getAttribute('href')}>`
  if (name === 'button') return `[${node.getAttribute('aria-label') ?? inner}]`
  if (name === 'del') return `~${inner}~`
  const tone = node.classList.contains('whitespace-nowrap')
    ? Object.entries(tones).find(([each]) => node.classList.contains(each))?.[1]
    : undefined
  return tone === undefined ? inner : `${tone} ${inner}`
}

const isLine = (element: Element) =>
  /^(h\d|p|li|tr|dt|dd|label|legend|summary|caption|svg)$/i.test(element.tagName) ||
  (element.children.length === 0 && element.textContent !== '') ||
  /^(a|button|input|select|textarea|img|figcaption|option)$/i.test(element.tagName)

function linesIn(element: Element): string[] {
  if (element.getAttribute('aria-hidden') === 'true' || element.classList.contains('hidden'))
    return []
  const name = element.tagName.toLowerCase()
  if (name === 'datalist') return []
  // A label is part of the line of its field.
  if (name === 'label') return []
  if (name === 'dl') {
    return [...element.querySelectorAll('dt')].map(
      (term) =>
        `${lineOf(term)}: ${term.nextElementSibling ? lineOf(term.nextElementSibling) : ''}`,
    )
  }
  if (name === 'tr') return [`| ${[...element.children].map(lineOf).join(' | ')}`]
  // An entry with a structure of its own, such as a card.
  if (name === 'li' && element.querySelector('article, dl, p, li') !== null)
    return [...element.children].flatMap(linesIn)
  if (/^h\d$/.test(name)) return [`# ${lineOf(element)}`]
  if (isLine(element)) return [lineOf(element)]
  return [...element.children].flatMap(linesIn)
}

/** Returns the lines of a part of the page. */
export const outlineOf = (element: Element): string =>
  linesIn(element)
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .join('\n')
