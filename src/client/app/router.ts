import { createRouter } from '@tanstack/react-router'
import type { RouterContext } from '#client/routes/__root.tsx'
import type { ConsoleRoute } from '#client/routes/-operations/routes.ts'
import { type FileRouteTypes, routeTree } from './route-tree.gen.ts'

/** A page that starts in the console adds its routes to the tree before the router is created (`startApp`). */
export function createAppRouter(context: RouterContext) {
  return createRouter({
    routeTree: routeTree._addFileTypes<AllRouteTypes>(),
    context,
    defaultPreload: 'intent',
    // React Query decides how long data is fresh; the router only triggers the loading.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    trailingSlash: 'preserve',
  })
}

/** The targets that links may have: the generated tree and the console. */
interface AllRouteTypes {
  fileRoutesByFullPath: FileRouteTypes['fileRoutesByFullPath'] & { [Each in ConsoleRoute as Each['fullPath']]: Each }
  fullPaths: FileRouteTypes['fullPaths'] | ConsoleRoute['fullPath']
  fileRoutesByTo: Omit<FileRouteTypes['fileRoutesByTo'], ConsoleRoute['to']> & {
    [Each in ConsoleRoute as Each['to']]: Each
  }
  to: FileRouteTypes['to'] | ConsoleRoute['to']
  fileRoutesById: FileRouteTypes['fileRoutesById'] & { [Each in ConsoleRoute as Each['id']]: Each }
  id: FileRouteTypes['id'] | ConsoleRoute['id']
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
