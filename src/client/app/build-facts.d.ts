/** Put in by the build: changes when the contract does, so that answers kept in the old shape are dropped. */
declare const __CONTRACT_HASH__: string

/** The system of `ChakraProvider`, worked out by the build: .vite/plugins/style-system.ts. */
declare module 'virtual:style-system' {
  export const system: import('@chakra-ui/react').SystemContext
}
