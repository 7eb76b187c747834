// Shows a project's image if the page may load it, otherwise a drawing.
import { useState } from 'react'
import type { ProjectSummary } from '#features/catalogue/catalogue-calls.ts'
import { allowedImage } from '#web/allowed-image.ts'
import { ProjectScene } from './project-scene.tsx'

/** Screen readers skip the picture, because the project's name is next to it. */
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
