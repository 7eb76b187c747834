// Reads projects from pages of Gold Standard's API (JSON) or from a CSV project file. The first character
// of a file decides between the formats.
import { z } from 'zod'
import type { FileSource, Reads } from '#providers/registries/tables/file-source.ts'
import { readGoldStandardPage } from './gold-standard-page.ts'
import { type RegistryProject, readProjectFile } from './project-file.ts'

/**
 * Reads all pages as one list. A project that moved to the next page during the download is on both
 * pages; only the first of them counts.
 */
export async function* readRegistryProjects(pages: readonly FileSource[]): Reads<RegistryProject> {
  const fileByProject = new Map<string, string>()
  for (const page of pages) {
    for await (const read of await readPage(page)) {
      if ('row' in read) {
        const { externalId } = read.row
        const file = fileByProject.get(externalId)
        if (file !== undefined && file !== page.file) continue
        fileByProject.set(externalId, page.file)
      }
      yield read
    }
  }
}

async function readPage(page: FileSource): Promise<Reads<RegistryProject>> {
  return (await isJson(page)) ? readGoldStandardPage(page) : readProjectFile(page)
}

/** Returns true if the file starts with JSON. In Latin-1 a byte order mark is three characters. */
async function isJson({ open }: FileSource): Promise<boolean> {
  for await (const chunk of open().setEncoding('latin1')) {
    const [first] = z
      .string()
      .parse(chunk)
      .replace(/^[\sï»¿]+/, '')
    if (first !== undefined) return first === '[' || first === '{'
  }
  return false
}
