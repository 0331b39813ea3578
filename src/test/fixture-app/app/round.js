export default (amount) => {
  mark("default export: arrow");
  return Math.round(amount * 100) / 100;
};
