// Links to a project's page and documents at its registry, in a new tab. Only https addresses are linked.

import type { ProjectSummary } from '#features/catalogue/catalogue-calls.ts'
import { isUrl } from '#values/text/is-url.ts'
import { texts } from '#web/texts.ts'
import { Icon } from '#web/ui/icon.tsx'

type Linked = Pick<ProjectSummary, 'registry_name' | 'external_id' | 'external_url' | 'raw_data'>

function httpsOnly(url: unknown): string | undefined {
  if (typeof url !== 'string' || !isUrl(url)) return undefined
  return new URL(url).protocol === 'https:' ? url : undefined
}

/**
 * Returns the address of a project's documents, or undefined if its registry has no separate page for
 * documents.
 */
export function documentsOf({ raw_data }: Pick<Linked, 'raw_data'>): string | undefined {
  return httpsOnly(raw_data.documents_url)
}

/**
 * Shows the registry and the project's id there, as a link to the project's page or with a note that it has
 * none.
 */
export function RegistryLink({ project }: { project: Linked }) {
  const { registry_name, external_id, external_url } = project
  const name = `${registry_name} ${external_id}`
  const url = httpsOnly(external_url)
  if (url !== undefined) return <ExternalLink url={url}>{name}</ExternalLink>
  return (
    <>
      <span>{`${name} `}</span>
      <span className="text-soft text-sm">{`(${texts.projects_no_registry_page()})`}</span>
    </>
  )
}

export function DocumentsLink({ project }: { project: Linked }) {
  const url = documentsOf(project)
  return url ? <ExternalLink url={url}>{project.registry_name}</ExternalLink> : null
}

function ExternalLink({ url, children }: { url: string; children: string }) {
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className="-my-2.5 inline-block min-h-11 max-w-full py-2.5 font-semibold text-link wrap-anywhere underline decoration-1 underline-offset-4"
    >
      <span>{children}</span>
      <Icon name="external" className="mb-0.5 ml-1.5 inline size-3.5" />
      <span className="sr-only">{texts.projects_new_tab()}</span>
    </a>
  )
}
