import "./workerd.js";

export * from "./mailparser.js";
