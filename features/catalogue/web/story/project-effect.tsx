// Shows the effect of 100 kg of a project in three illustrated steps, and compares it with the distance of a
// car. The texts must never claim that an emission is undone.

import type { Project } from '#features/catalogue/catalogue-calls.ts'
import { knownScene, type SceneName } from '#values/lists/project-scenes.ts'
import { petrolCarDistance } from '#values/money/petrol-car.ts'
import { texts } from '#web/texts.ts'
import type { Elements } from '#web/ui/elements.tsx'
import { Formula } from '#web/ui/formula.tsx'
import { formatCount, formatKg } from '#web/ui/number-format.ts'
import { Section } from '#web/ui/section.tsx'
import { ProjectScene } from '../scenes/project-scene.tsx'

const exampleKg = 100

/** Sentences about how projects lower emissions, by scene. */
const effects = texts.project_effects satisfies Record<SceneName, () => string>

export function ProjectEffect({ project }: { project: Project }) {
  const kg = formatKg(exampleKg)
  const { from, to } = petrolCarDistance(exampleKg)
  const steps = [
    { picture: <ProjectScene project={project} />, text: effects[knownScene(project.scene)]() },
    { picture: <RegistryBook />, text: texts.projects_step_registry() },
    { picture: <StampedTonne />, text: texts.projects_step_yours({ kg }) },
  ]
  return (
    <Section title={texts.projects_what_it_does({ kg })}>
      <ol className="grid gap-3 md:grid-cols-3">
        {steps.map(({ picture, text }) => (
          <Step key={text} picture={picture} text={text} />
        ))}
      </ol>
      <p className="mt-4">
        <Formula
          text={texts.projects_compare({ kg, from: formatCount(from), to: formatCount(to) })}
        />
      </p>
      <p className="mt-1 text-sm text-soft">{texts.projects_compare_source()}</p>
    </Section>
  )
}

function Step({ picture, text }: { picture: Elements; text: string }) {
  return (
    <li className="flex flex-wrap items-start gap-3 text-[0.9375rem] md:grid md:grid-cols-1 md:content-start">
      <div className="aspect-video w-16 overflow-hidden rounded-xl border border-line bg-(image:--stamp-paper) text-(--paper-soft) *:size-full md:w-auto">
        {picture}
      </div>
      {/* The text wraps below the picture on narrow screens. */}
      <p className="min-w-0 flex-[1_1_9rem]">
        <Formula text={text} />
      </p>
    </li>
  )
}

/** Draws a registry's book: lines of serial numbers, one of them with a check mark. */
function RegistryBook() {
  return (
    <svg viewBox="0 0 320 180" fill="none" stroke="currentColor" aria-hidden="true">
      <path
        d="M160 44c-22-14-52-16-84-12v104c32-4 62-2 84 12 22-14 52-16 84-12V32c-32-4-62-2-84 12Z"
        strokeWidth="4"
        strokeLinejoin="round"
      />
      <path
        d="M160 44v104M96 60h40M96 80h40M96 100h40M184 60h40M184 80h24M184 100h40"
        strokeWidth="4"
        strokeLinecap="round"
        opacity="0.6"
      />
      <path
        d="m216 78 8 8 14-16"
        strokeWidth="5"
        strokeLinecap="round"
        strokeLinejoin="round"
        stroke="var(--ink-green)"
      />
    </svg>
  )
}

/** Draws a tonne as ten equal parts, one of them stamped. */
function StampedTonne() {
  return (
    <svg viewBox="0 0 320 180" fill="none" stroke="currentColor" aria-hidden="true">
      <path
        d="M60 54h200v72H60ZM100 54v72M140 54v72M180 54v72M220 54v72M60 90h200"
        strokeWidth="4"
        strokeLinejoin="round"
        opacity="0.6"
      />
      <path d="M60 54h40v36H60Z" fill="var(--ink-green)" fillOpacity="0.22" strokeWidth="4" />
      <circle cx="80" cy="72" r="30" strokeWidth="4" stroke="var(--ink-green)" />
      <path
        d="M80 84V68m0 6c-9 0-11-6-11-11 8 0 11 4 11 11Zm0-4c0-6 4-10 10-10 0 6-4 10-10 10Z"
        strokeWidth="3"
        strokeLinejoin="round"
        stroke="var(--ink-green)"
      />
    </svg>
  )
}
