/** Put in by the build: changes when the contract does, so that answers kept in the old shape are dropped. */
declare const __CONTRACT_HASH__: string
