// Defines the command that overrides fields of a project. Later imports keep the overridden values.

import { editProject } from '#features/catalogue/offers/edit-project.ts'
import { type EditTexts, readEdit } from '#features/catalogue/offers/project-edit.ts'
import { misused, refusedFor } from '#operator/audit/outcomes.ts'
import { readSignature } from '#operator/signature.ts'
import { writeAuditEntry } from '#platform/database/audit/audit-trail.ts'
import { textOnDisk } from '#providers/registries/tables/file-on-disk.ts'
import { isProblem } from '#values/problem.ts'
import type { Command, Context, Outcome } from './command.ts'

/** Maximum size of the file in bytes: four for each character that a description may have. */
const fileMaxBytes = 40_000

export const projectsEdit: Command = {
  name: 'projects edit',
  usage:
    'ID [--name TEXT] [--description TEXT] [--description-file FILE] [--image-url URL] [--sdgs LIST] --by NAME --reason TEXT',
  example: 'GS10789 --name "Cookstoves in Kampala" --by ada --reason "Name for buyers"',
  summary: 'sets what is shown of a project; imports leave it so, unless with --overwrite',
  file: { at: 'description-file', use: 'read' },
  optionTexts: {
    name: 'the name that is shown, at most 300 characters',
    description: 'the text of its page, at most 10,000 characters; an empty one removes it',
    'description-file': 'a UTF-8 file with that text',
    'image-url': 'an https address of a picture; an empty one removes it',
    sdgs: 'the numbers of its goals, from 1 to 17, such as 7,13; an empty list removes them',
  },
  run: edit,
}

async function edit(context: Context): Promise<Outcome> {
  const { db, options, words } = context
  const signature = readSignature(context)
  if ('lines' in signature) return signature
  const file = options['description-file']
  if (file !== undefined && options.description !== undefined) {
    return misused('Give --description or --description-file, not both.')
  }
  const description =
    file === undefined ? options.description : await textOnDisk(file, fileMaxBytes)
  const texts: EditTexts = {
    ...(options.name !== undefined && { name: options.name }),
    ...(description !== undefined && { description }),
    ...(options['image-url'] !== undefined && { image_url: options['image-url'] }),
    ...(options.sdgs !== undefined && { sdgs: options.sdgs }),
  }
  const read = readEdit(texts)
  if (typeof read === 'string') return misused(read)
  const edited = await editProject(db, words[0] ?? '', read, (tx, about) =>
    writeAuditEntry(tx, { ...signature, command: 'projects edit', about }),
  )
  if (isProblem(edited)) {
    return { ...refusedFor(edited), isMisuse: edited.problem === 'nothing_to_edit' }
  }
  const { id, registry, externalId, name, changed, editedFields } = edited
  return {
    ok: true,
    lines: [
      `${registry} ${externalId}, ${name}: ${changed.join(', ')} ${changed.length === 1 ? 'is' : 'are'} set.`,
      `Imports leave as they are, unless with --overwrite: ${editedFields.join(', ')}.`,
    ],
    json: { ok: true, id, registry, external_id: externalId, changed, edited_fields: editedFields },
  }
}
