// Compares what a tested app answered with what it says that it may answer: whatever a test provokes
// has to stand in the description of the API, without a test of its own.

type Described = { readonly paths?: object | undefined }

/** The refusals in the log, such as `404 purchase_not_found of POST /api/notify`, that are described nowhere. */
export function undescribedRefusals(api: Described, logged: readonly string[]): string[] {
  const found = logged
    .map((line) => JSON.parse(line))
    .filter(({ msg, code }) => msg === 'request' && code !== undefined)
    .filter(({ route, method, status, code }) => {
      const path = String(route).replace(/:(\w+)/g, '{$1}')
      const call = Object(Object(Object(api.paths)[path])[String(method).toLowerCase()])
      if (call.responses === undefined) return false
      const [, only] = call.responses[status]?.content?.['application/json']?.schema?.allOf ?? []
      return !only?.properties.code.enum.includes(code)
    })
  return [
    ...new Set(
      found.map(({ route, method, status, code }) => `${status} ${code} of ${method} ${route}`),
    ),
  ]
}
