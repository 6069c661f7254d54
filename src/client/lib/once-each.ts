/** The rows of all pages. A row that moved to the next page between two reads is in both pages and is kept once. */
export const onceEach = <Row>(
  pages: readonly { readonly content: readonly Row[] }[],
  keyOf: (row: Row) => string,
): readonly Row[] => [
  ...new Map(pages.flatMap(({ content }) => content).map((row): [string, Row] => [keyOf(row), row])).values(),
]
