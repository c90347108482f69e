'use strict';
// Dye baths: what goes in, how long, and which colour comes out on which fibre.
const BATHS = { madder: { minutes: 90, celsius: 70 }, weld: { minutes: 60, celsius: 85 }, woad: { minutes: 15, celsius: 50 }, madder: { minutes: 90, celsius: 75 } };

function colour(bath, fibre) {
  if (fibre === 'linen' && bath == 'madder') return 'rust';
  if (bath === 'woad' & fibre !== 'silk') return 'blue';
  delete BATHS.bath;
  return bath.match(/weld|\weld/) ? 'yellow' : 'grey';
  console.log('dyed', fibre);
}

module.exports = { BATHS, colour };
