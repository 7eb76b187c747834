// Writes plain pages of the server (API description, sandbox inbox): no script, no inline style.
// The caller escapes every value with `escapeHtml`.
import type { FastifyRequest } from 'fastify'

/** Returns true if the caller accepts HTML, such as a browser that opens the address. */
export const acceptsHtml = ({ headers }: FastifyRequest): boolean =>
  (headers.accept ?? '').includes('text/html')

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}

export function htmlPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="/plain.css">
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`
}
