/** Resolves in a task of its own: presses, keys and paints that wait come first. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
