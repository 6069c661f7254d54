import type { ReactNode } from 'react'

/**
 * Renders nothing in place of a part whose code could not be loaded, as on a first visit that loses the network: the page is whole without it.
 *
 *     lazy(() => import('./footer.tsx').catch(nothing))
 */
export const nothing = <Props = object>(): { readonly default: (props: Props) => ReactNode } => ({
  default: () => null,
})
