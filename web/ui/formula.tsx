// Draws text with CO₂. Our faces lack the subscript 2, and the system's would look different, so a
// small figure replaces it. Screen readers read CO₂.
import { Fragment } from 'react'

export function Formula({ text }: { text: string }) {
  const [first = '', ...others] = text.split('₂')
  if (others.length === 0) return <span>{text}</span>
  return (
    <span>
      <span>{first}</span>
      {others.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
        <Fragment key={index}>
          <sub>2</sub>
          <span>{part}</span>
        </Fragment>
      ))}
    </span>
  )
}
