/** The rows of a list that was read page by page. A row that moved to the next page meanwhile stands in both, and is kept once. */
export const onceEach = <Row>(
  pages: readonly { readonly content: readonly Row[] }[],
  keyOf: (row: Row) => string,
): readonly Row[] => [
  ...new Map(pages.flatMap(({ content }) => content).map((row): [string, Row] => [keyOf(row), row])).values(),
]
