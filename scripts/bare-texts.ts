// Finds the texts in .tsx files that a browser's translator could take away from React. A
// translator replaces each text node with an element, and React then writes to the removed node. A change
// of the text has no effect, and an insertion next to it throws. React sets the only text of an element
// through the element itself, which works with any translator. So a text must be the only child of an
// element.
import {
  API,
  isJsxAttribute,
  isJsxElement,
  isJsxExpression,
  isJsxFragment,
  isJsxSelfClosingElement,
  isJsxText,
  isTypeAliasDeclaration,
  type JsxAttribute,
  type JsxChild,
  type JsxElement,
  type JsxFragment,
  type Node,
  type Project,
  SignatureKind,
  type SourceFile,
  SymbolFlags,
  type Type,
} from '#tools/checks/typescript.ts'

/** Components of libraries that render their children as the only content of an element. */
const elementsOfLibraries: ReadonlySet<string> = new Set([
  'Link',
  'Base.Close',
  'Base.Tab',
  'Base.Title',
])

const typesFile = 'web/ui/elements.tsx'

/** Returns each text as `file:line: text`. `isChecked` selects files of the TypeScript project. */
export function findBareTexts(
  configFile: string,
  isChecked: (file: string) => boolean,
): { readonly found: readonly string[]; readonly files: number } {
  const api = new API()
  try {
    const snapshot = api.updateSnapshot({ openProjects: [configFile] })
    const project = snapshot.getProject(configFile)
    if (!project) throw new Error(`${configFile} could not be opened.`)
    const files = project.program.getSourceFileNames().filter(isChecked)
    const types = declaredTypes(project)
    const found = files.flatMap((name) => {
      const file = project.program.getSourceFile(name)
      if (!file) throw new Error(`${name} could not be read.`)
      return bareTextsOf(file, project, types)
    })
    return { found, files: files.length }
  } finally {
    api.close()
  }
}

type Types = { readonly Elements: Type; readonly Content: Type }

function declaredTypes({ program, checker }: Project): Types {
  const name = program.getSourceFileNames().find((each) => each.endsWith(typesFile))
  const file = name === undefined ? undefined : program.getSourceFile(name)
  const typeOf = (alias: keyof Types) => {
    const declared = file?.statements
      .filter(isTypeAliasDeclaration)
      .find((each) => each.name.text === alias)
    const type = declared && checker.getTypeFromTypeNode(declared.type)
    if (!type) throw new Error(`${typesFile} declares no ${alias}.`)
    return type
  }
  return { Elements: typeOf('Elements'), Content: typeOf('Content') }
}

function bareTextsOf(file: SourceFile, { checker }: Project, types: Types): string[] {
  const found: string[] = []
  const report = (node: Node, fault: string) => {
    const start = node.getStart(file)
    const { line } = file.getLineAndCharacterOfPosition(start)
    const text = node.getText(file).replaceAll(/\s+/g, ' ').slice(0, 60)
    found.push(`${file.fileName}:${line + 1}: ${fault}: ${text}`)
  }
  function visit(node: Node): void {
    if (isJsxElement(node) || isJsxFragment(node)) checkChildren(node)
    if (isJsxElement(node)) checkComponent(node.openingElement.tagName)
    if (isJsxSelfClosingElement(node)) checkComponent(node.tagName)
    if (isJsxAttribute(node)) checkFallback(node)
    node.forEachChild(visit)
  }
  function checkChildren(parent: JsxElement | JsxFragment): void {
    const children = parent.children.filter(isRendered)
    for (const child of children) {
      if (hasType(child, types.Elements)) continue
      if (children.length > 1) report(child, 'a text next to other children')
      else if (isJsxFragment(parent)) report(child, 'a text in a fragment')
      else if (!isJsxText(child) && !hasType(child, types.Content)) report(child, 'several texts')
      else if (!mayContainText(parent.openingElement.tagName)) {
        report(child, 'a text in a component that has no element for it')
      }
    }
  }
  /** Checks the fallback of `Suspense`, which is rendered directly in its parent. */
  function checkFallback({ name, initializer }: JsxAttribute): void {
    if (name.getText(file) !== 'fallback' || initializer === undefined) return
    if (!isJsxExpression(initializer) || !hasType(initializer, types.Elements)) {
      report(initializer, 'a text in the place of a part')
    }
  }
  function hasType(child: JsxChild, expected: Type): boolean {
    if (isJsxText(child)) return false
    const node = isJsxExpression(child) ? child.expression : child
    const type = node && checker.getTypeAtLocation(node)
    if (!type) throw new Error(`${file.fileName}: the type of ${child.getText(file)} is unknown.`)
    return isAssignable(type, expected) || returnsElements(type)
  }
  /** Returns true if a type is assignable. Returns false for `any`, which is assignable to every type. */
  const isAssignable = (type: Type, expected: Type) =>
    type.id !== checker.getAnyType().id && checker.isTypeAssignableTo(type, expected)
  function returnsElements(type: Type): boolean {
    const signatures = checker.getSignaturesOfType(type, SignatureKind.Call)
    return (
      signatures.length > 0 &&
      signatures.every((signature) => {
        const returned = checker.getReturnTypeOfSignature(signature)
        return returned !== undefined && isAssignable(returned, types.Elements)
      })
    )
  }
  /** Returns true if a tag is an HTML element, such as `p` or a variable with 'h2' or 'h3'. */
  function isIntrinsic(tag: Node): boolean {
    if (/^[a-z]/.test(tag.getText(file))) return true
    const type = checker.getTypeAtLocation(tag)
    return type !== undefined && isAssignable(type, checker.getStringType())
  }
  /** Returns true if an element may have a text child. Our own components check their children by type. */
  function mayContainText(tag: Node): boolean {
    const name = tag.getText(file)
    return isIntrinsic(tag) || elementsOfLibraries.has(name) || isOwnComponent(tag)
  }
  /** Checks that a component returns no text, which would be next to other children of its parent. */
  function checkComponent(tag: Node): void {
    if (isIntrinsic(tag) || !isOwnComponent(tag)) return
    const type = checker.getTypeAtLocation(tag)
    if (!type || !returnsElements(wrappedIn(type)))
      report(tag, 'a component that may return a text')
  }
  /** Returns true for a component of this repository. A context, which only renders its children, is none. */
  function isOwnComponent(tag: Node): boolean {
    const symbol = checker.getSymbolAtLocation(tag)
    const type = checker.getTypeAtLocation(tag)
    if (!symbol || !type || checker.getPropertyOfType(type, 'Provider')) return false
    const isAlias = (symbol.flags & SymbolFlags.Alias) !== 0
    const { declarations } = isAlias ? checker.getAliasedSymbol(symbol) : symbol
    return declarations.every(({ path }) => !path.includes('/node_modules/'))
  }
  /** Returns the type of the component that `lazy` or `memo` wraps. */
  function wrappedIn(type: Type): Type {
    const wrapped =
      checker.getPropertyOfType(type, '_result') ?? checker.getPropertyOfType(type, 'type')
    return (wrapped && checker.getTypeOfSymbol(wrapped)) ?? type
  }
  visit(file)
  return found
}

/** Returns false for comments and for white space between lines, which are not rendered. */
function isRendered(child: JsxChild): boolean {
  if (isJsxText(child)) return !/^\s*\n\s*$/.test(child.text)
  return !isJsxExpression(child) || child.expression !== undefined
}
