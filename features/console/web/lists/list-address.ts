// Keeps the state of a list in its address: filters, sort and page. A link to it opens the same list, and the
// browser's Back returns to it.
import { useSearchParams } from 'wouter'

export type Sort = { readonly column: string; readonly isDescending: boolean }

/** Returns the sort that an address names: `total`, or `-total` for descending. */
export function sortOf(text: string | null): Sort | null {
  if (text === null || text === '') return null
  return text.startsWith('-')
    ? { column: text.slice(1), isDescending: true }
    : { column: text, isDescending: false }
}

/** Returns the next sort of a pressed column: ascending, descending, then the order of the list. */
export function nextSort(current: Sort | null, column: string): string {
  if (current?.column !== column) return column
  return current.isDescending ? '' : `-${column}`
}

/** Returns an address with other values. An empty value is left out. */
export function changedSearch(search: URLSearchParams, changes: Readonly<Record<string, string>>) {
  const next = new URLSearchParams(search)
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') next.delete(name)
    else next.set(name, value)
  }
  return next
}

/** Returns the values of the address, and a function that changes some of them. */
export function useListAddress() {
  const [search, setSearch] = useSearchParams()
  return {
    search,
    /** A new filter leads to the first page. */
    filter: (changes: Readonly<Record<string, string>>) =>
      setSearch((current) => changedSearch(current, { after: '', ...changes }), { replace: true }),
    /** Another sort leads to the first page. */
    sort: (column: string) =>
      setSearch(
        (current) =>
          changedSearch(current, {
            after: '',
            sort: nextSort(sortOf(current.get('sort')), column),
          }),
        { replace: true },
      ),
  }
}
