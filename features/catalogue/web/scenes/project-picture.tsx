// Shows a project's picture: its own image where the page may load it, else the drawn scene.
import { useState } from 'react'
import type { ProjectSummary } from '#features/catalogue/catalogue-calls.ts'
import { allowedImage } from '#web/allowed-image.ts'
import { ProjectScene } from './project-scene.tsx'

/** Decorative: the name is next to it, so screen readers skip it. */
export function ProjectPicture({ project }: { project: ProjectSummary }) {
  const [broken, setBroken] = useState(false)
  const image = allowedImage(project.image_url)
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
