// Text with CO₂ in it. None of our faces draws the low 2, so that a system's own would stand out;
// a small figure stands for it, which readers speak all the same.
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
