/** The build sets it from the contract: when the contract changes, answers kept in the old shape are dropped. */
declare const __CONTRACT_HASH__: string
