// A project's picture: its own image where this origin serves one, else the drawn scene. Images of
// other hosts are never asked for: the page's policy would refuse them.
import { useState } from 'react'
import type { ProjectSummary } from '../contract.ts'
import { ProjectScene } from './project-scene.tsx'

function ownImage(url: string | null): string | undefined {
  if (url === null || !URL.canParse(url, location.origin)) return undefined
  const parsed = new URL(url, location.origin)
  return parsed.origin === location.origin ? parsed.href : undefined
}

/** An ornament: the name stands beside it, so readers do not meet it. */
export function ProjectPicture({ project }: { project: ProjectSummary }) {
  const [broken, setBroken] = useState(false)
  const image = ownImage(project.image_url)
  if (image === undefined || broken) return <ProjectScene project={project} />
  return (
    <img
      src={image}
      alt=""
      loading="lazy"
      onError={() => setBroken(true)}
      className="size-full object-cover"
    />
  )
}
