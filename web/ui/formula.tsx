// Shows text with CO₂. The product's fonts lack the character ₂, and that of another font would look
// different, so `<sub>` replaces it.
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
