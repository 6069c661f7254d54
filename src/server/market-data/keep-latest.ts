/** Builds an answer again only when its key has changed: an answer that everybody polls is made once per change. */
export function keepLatest<Answer>(): (key: string, build: () => Answer) => Answer {
  let kept: { readonly key: string; readonly answer: Answer } | undefined
  return (key, build) => {
    if (kept?.key !== key) kept = { key, answer: build() }
    return kept.answer
  }
}
