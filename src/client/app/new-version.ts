/** Whether a newer build waits to take over, and how to let it. */
export interface NewVersion {
  readonly isReady: () => boolean
  readonly subscribe: (listener: () => void) => () => void
  /** Lets the new build take over and reloads this page, and no other. */
  readonly apply: () => void
}
