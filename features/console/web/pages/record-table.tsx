// Shows a small table within a page, such as the postings of a purchase. It scrolls sideways where it is too wide.
import type { Content } from '#web/ui/elements.tsx'

type Cell = readonly [key: string, content: Content]

type RecordTableProps = {
  /** The accessible name of the table. */
  name: string
  heads: readonly string[]
  /** Heads of columns with numbers. */
  numbers?: readonly string[]
  rows: readonly { readonly key: string; readonly cells: readonly Content[] }[]
}

export function RecordTable({ name, heads, numbers = [], rows }: RecordTableProps) {
  const align = (head: string) => (numbers.includes(head) ? 'text-right tabular-nums' : '')
  const cellsOf = (cells: readonly Content[]): readonly Cell[] =>
    heads.map((head, index) => [head, cells[index]])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
    <section className="overflow-x-auto" aria-label={`${name}, table`} tabIndex={0}>
      <table aria-label={name} className="w-full border-collapse text-left text-[0.9375rem]">
        <thead>
          <tr className="border-line border-b text-soft text-sm">
            {heads.map((head) => (
              <th key={head} scope="col" className={`py-1.5 pr-4 font-semibold ${align(head)}`}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map(({ key, cells }) => (
            <tr key={key} className="align-top">
              {cellsOf(cells).map(([head, content]) => (
                <td key={head} className={`py-2 pr-4 max-md:whitespace-nowrap ${align(head)}`}>
                  {content}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
