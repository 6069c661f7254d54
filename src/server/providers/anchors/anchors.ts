/** A place outside the database that keeps what it once got. */
export interface AnchorPlace {
  /** Keeps a line; a repeat does no harm. @throws Error while the place is away */
  keep(anchor: { readonly name: string; readonly line: string }): Promise<void>
}
