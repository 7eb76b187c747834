// Fills a prerendered document with values of the request. Every value is escaped, and a document
// holds no script.

import { escapeHtml } from './html-page.ts'

export type Values = Readonly<Record<string, string>>

/** Replaces `%name%` by its value; unknown names stay. A placeholder inside a value is not replaced. */
function fillValues(html: string, values: Values): string {
  return html.replace(/%(\w+)%/g, (whole, name: string) => {
    const value = values[name]
    return value === undefined ? whole : escapeHtml(value).replaceAll('%', '&#37;')
  })
}

type Lists = Readonly<Record<string, readonly Values[]>>

/**
 * Fills a document with `values`, and repeats an element with `data-each="name"` for each entry of the
 * list `name`. An empty list removes the element. A repeated element must not contain an element of the
 * same tag name.
 */
export function fillDocument(html: string, values: Values, lists: Lists): string {
  const repeated = html.replace(
    /<(\w+)( [^>]*?)? data-each="(\w+)"([^>]*>[\s\S]*?<\/\1>)/g,
    (_, kind: string, otherAttributes: string | undefined, name: string, rest: string) =>
      (lists[name] ?? [])
        .map((each) =>
          fillDocument(`<${kind}${otherAttributes ?? ''}${rest}`, { ...values, ...each }, lists),
        )
        .join(''),
  )
  return fillValues(repeated, values)
}
