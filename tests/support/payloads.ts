// Provides sixty texts that try to run a script when a page shows them. Each sets `window.ran`.
const run = 'window.ran=1'

const handlers = [
  ['img', 'src=x', 'onerror'],
  ['svg', '', 'onload'],
  ['body', '', 'onload'],
  ['video', 'src=x', 'onerror'],
  ['audio', 'src=x', 'onerror'],
  ['input', 'autofocus', 'onfocus'],
  ['details', 'open', 'ontoggle'],
  ['marquee', '', 'onstart'],
  ['iframe', 'src=/', 'onload'],
  ['object', 'data=x', 'onerror'],
  ['style', '', 'onload'],
  ['textarea', 'autofocus', 'onfocus'],
  ['div', 'tabindex=1', 'onfocusin'],
  ['a', 'href=#', 'onpointerover'],
] as const

const elements = handlers.flatMap(([tag, attributes, event]) => [
  `<${tag} ${attributes} ${event}=${run}>`,
  `<${tag.toUpperCase()} ${attributes} ${event} = "${run}"></${tag}>`,
  `"><${tag}/${attributes}/${event}=${run}//`,
])

/** Contains 42 elements with event handlers and 18 texts of other kinds. */
export const payloads: readonly string[] = [
  ...elements,
  `<script>${run}</script>`,
  `</script><script>${run}</script>`,
  `</title><script>${run}</script>`,
  `<scr<script>ipt>${run}</script>`,
  `<script src=data:text/javascript,${run}></script>`,
  `<a href="javascript:${run}">press</a>`,
  `javascript:${run}`,
  `java\tscript:${run}`,
  `<base href="javascript:${run}//">`,
  `<meta http-equiv=refresh content="0;url=javascript:${run}">`,
  `<iframe srcdoc="<script>parent.${run}</script>"></iframe>`,
  `<math><mi xlink:href="javascript:${run}">x</mi></math>`,
  `<svg><animate onbegin=${run} attributeName=x dur=1s>`,
  `<svg><script>${run}</script></svg>`,
  `\${${run}}{{constructor.constructor('${run}')()}}`,
  `&lt;script&gt;${run}&lt;/script&gt;`,
  `'-(${run})-'";${run};//`,
  `\u202e<img src=x onerror=${run}>\u2066`,
]
