/** Put in by the build, from the contract: see src/scripts/vite/endpoint-policies.ts. */
interface ImportMetaEnv {
  readonly ENDPOINT_POLICIES: readonly import('./cache-policy.ts').EndpointPolicy[]
}
