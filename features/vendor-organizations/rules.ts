/** Why an address cannot be given. */
export const addressWords = {
  empty: 'The name needs a letter a to z or a figure, for the address is made of it.',
  reserved: 'This address belongs to the product. Choose another.',
  malformed: 'Small letters a to z, figures and hyphens, neither first nor last; 63 at most.',
} as const
