// Re-exports the TypeScript compiler's API for the checks that parse our source code.
export {
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
  type SourceFile,
} from 'typescript/unstable/ast'
export { API, type Project, SignatureKind, SymbolFlags, type Type } from 'typescript/unstable/sync'
