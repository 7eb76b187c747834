// Defines the command that overrides fields of a project. Later imports keep the overridden values.
import { projectsEdit as editProject } from '#features/catalogue/offers/offer-actions.ts'
import { actionCommand } from '#operator/action-command.ts'
import { misused } from '#operator/audit/outcomes.ts'
import { withDatabase } from '#operator/with-services.ts'
import { textOnDisk } from '#providers/registries/tables/file-on-disk.ts'
import type { Command, Context } from './command.ts'

/** Maximum size of the file in bytes: four for each character that a description may have. */
const fileMaxBytes = 40_000

export const projectsEdit: Command = actionCommand({
  action: editProject,
  usage:
    'ID [--name TEXT] [--description TEXT] [--description-file FILE] [--image-url URL] [--sdgs LIST] --reason TEXT',
  example: 'GS10789 --name "Cookstoves in Kampala" --reason "Name for buyers"',
  file: { at: 'description-file', use: 'read' },
  optionTexts: {
    name: 'the name that is shown, at most 300 characters',
    description: 'the text of its page, at most 10,000 characters; an empty one removes it',
    'description-file': 'a UTF-8 file with that text',
    'image-url': 'an https address of a picture; an empty one removes it',
    sdgs: 'the numbers of its goals, from 1 to 17, such as 7,13; an empty list removes them',
  },
  open: withDatabase,
  input: async ({ words: [project], options }: Context) => {
    const file = options['description-file']
    if (file !== undefined && options.description !== undefined) {
      return misused('Give --description or --description-file, not both.')
    }
    const { name, 'image-url': image_url, sdgs } = options
    const description =
      file === undefined ? options.description : await textOnDisk(file, fileMaxBytes)
    return { project, name, description, image_url, sdgs }
  },
  words: { project: 'ID' },
  misuses: ['invalid_edit', 'nothing_to_edit'],
  outcome: ({ details }) => {
    const { id, registry, externalId, name, changed, editedFields } = details
    return {
      ok: true,
      lines: [
        `${registry} ${externalId}, ${name}: ${changed.join(', ')} ${changed.length === 1 ? 'is' : 'are'} set.`,
        `Imports leave as they are, unless with --overwrite: ${editedFields.join(', ')}.`,
      ],
      json: {
        ok: true,
        id,
        registry,
        external_id: externalId,
        changed,
        edited_fields: editedFields,
      },
    }
  },
})
