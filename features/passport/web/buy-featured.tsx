// 'Buy Offsets' on the home page: straight to the featured project's preferred batch where there
// is one to be had, else to the projects. It says which project it is about before it is pressed.
import { Link } from 'wouter'
import { BuyAction } from '#features/projects/web/buy-action.tsx'
import { useFeaturedProjects } from '#features/projects/web/use-projects.ts'
import { paths } from '#web/paths.ts'
import { texts } from '#web/texts.ts'
import { buttonClass } from '#web/ui/button.tsx'

export function BuyFeatured({ country }: { country: string }) {
  const featured = useFeaturedProjects(country)
  const project = featured.data?.find((each) => (each.preferred_batch?.kg_available ?? 0) > 0)
  const batch = project?.preferred_batch
  if (!project || !batch) {
    return (
      <Link href={paths.projects} className={buttonClass('accent', 'large', true)}>
        {texts.projects_buy()}
      </Link>
    )
  }
  return (
    <div className="grid gap-2.5">
      <BuyAction project={project} batches={[batch]} chosenId={batch.id} wide />
      <p className="flex flex-wrap items-baseline justify-center gap-x-2 text-center text-soft text-sm">
        <span className="min-w-0">{texts.passport_buys_from({ project: project.name })}</span>
        <Link
          href={paths.projects}
          className="-my-2.5 inline-flex min-h-11 items-center font-semibold text-link underline-offset-4 hover:underline"
        >
          {texts.passport_other_project()}
        </Link>
      </p>
    </div>
  )
}
