/** Put in by the build, from the contract: see .vite/endpoint-policies.ts. */
declare const __ENDPOINT_POLICIES__: readonly import('./cache-policy.ts').EndpointPolicy[]
