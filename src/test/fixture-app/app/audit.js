export default function (amount) {
  mark("default export: function");
  return amount > 10 ? "large" : "small";
}
