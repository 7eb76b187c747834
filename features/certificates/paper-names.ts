// Replaces names that the typefaces of PDF and picture lack, by their codes at the registry. The page shows the names.
import { nameOrCode } from '#values/text/paper-letters.ts'
import type { BlockPlaces, Certificate, CurrentPlaces } from './read-certificate.ts'

/** Returns a certificate in which the names of projects and registries can be drawn. */
export function withPaperNames(certificate: Certificate): Certificate {
  const [first, ...others] = certificate.currentPlaces
  const namesOf = ({
    project,
    projectNumber,
    registeredName,
    registry,
    registryName,
  }: BlockPlaces) => ({
    project: nameOrCode(project, projectNumber),
    registeredName: nameOrCode(registeredName, projectNumber),
    registryName: nameOrCode(registryName, registry),
  })
  const current = (places: CurrentPlaces) => ({ ...places, ...namesOf(places) })
  return {
    ...certificate,
    currentPlaces: [current(first), ...others.map(current)],
    replacements: certificate.replacements.map((step) => ({
      ...step,
      replaced: { ...step.replaced, ...namesOf(step.replaced) },
      present: { ...step.present, ...namesOf(step.present) },
    })),
  }
}
